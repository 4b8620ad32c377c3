import { createBrowserRouter } from 'react-router';
import { PAGES } from './pages.js';
import { SignIn } from './session/sign-in.js';
import { Home } from './shell/home.js';
import { Broken, NotFound } from './shell/not-found.js';
import { Shell } from './shell/shell.js';

export const newRouter = () =>
  createBrowserRouter(
    [
      { path: '/sign-in', Component: SignIn },
      {
        path: '/',
        Component: Shell,
        ErrorBoundary: Broken,
        HydrateFallback: () => null,
        children: [
          ...PAGES.map(({ path, load }) => ({
            path,
            lazy: async () => ({ Component: await load() }),
            ErrorBoundary: Broken,
          })),
          { index: true, Component: Home },
          { path: '*', Component: NotFound },
        ],
      },
    ],
    { basename: '/console' },
  );
