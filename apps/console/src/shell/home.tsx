import { Navigate } from 'react-router';
import { useSession } from '../session/session.js';

/** The page that each role works with most. */
export const Home = () => {
  const { role } = useSession();
  return <Navigate to={role === 'finance' ? '/settlements' : '/overview'} replace />;
};
