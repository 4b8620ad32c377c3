import { Divider, NavLink } from '@mantine/core';
import { NavLink as RouterLink } from 'react-router';
import { PAGES } from '../pages.js';
import { useSession } from '../session/session.js';

/** Navigation with the pages of the user's role. */
export const Navigation = ({ onChoose }: { readonly onChoose: () => void }) => {
  const { role } = useSession();
  const pages = PAGES.filter(({ menu }) => menu?.roles.includes(role));
  return (
    <>
      {pages.map(({ path, menu }) => (
        <NavLink
          key={path}
          component={RouterLink}
          to={`/${path}`}
          label={menu?.name}
          onClick={onChoose}
        />
      ))}
      {role === 'operator' && (
        <>
          <Divider my="sm" />
          <NavLink href="/queues" label="Queues" description="Background jobs" />
        </>
      )}
    </>
  );
};
