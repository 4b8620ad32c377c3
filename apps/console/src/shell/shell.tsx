import { AppShell, Burger, Group, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { RequireSession } from '../session/require-session.js';
import { Account } from './account.js';
import { Navigation } from './navigation.js';

/** Frame of every page: the account, the navigation, and the page. */
export const Shell = () => (
  <RequireSession>
    <Frame />
  </RequireSession>
);

const Frame = () => {
  const [isOpen, menu] = useDisclosure(false);
  const main = useFocusOnNewPage();
  const { state } = useNavigation();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="lg"
    >
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
              aria-expanded={isOpen}
            />
            <Text fw={600} className="brand">
              Partner brokerage
            </Text>
          </Group>
          <Account />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Navigation">
        <Navigation onChoose={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main id="page" ref={main} tabIndex={-1} aria-busy={state !== 'idle'}>
        <VisuallyHidden role="status">{state === 'idle' ? '' : 'Loading'}</VisuallyHidden>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
};

/** Moves the focus to the start of a new page, for screen readers. */
const useFocusOnNewPage = () => {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  return main;
};
