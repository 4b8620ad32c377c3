import {
  Button,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../api/client.js';
import { useSession } from '../session/session.js';
import { Problem, Time, useSingleSubmit } from '../ui/index.js';

/** Menu with the signed-in user, the end of the session, the color scheme, and sign-out. */
export const Account = () => {
  const { email, role, endsAt } = useSession();
  const signOut = useSignOut('/staff/sign-out');
  const everywhere = useSignOut('/staff/sign-out-everywhere');
  const [leave, leaveAll] = [useSingleSubmit(signOut), useSingleSubmit(everywhere)];
  const [isOpen, setOpen] = useState(false);
  const error = signOut.error ?? everywhere.error;
  return (
    <Popover
      width={280}
      position="bottom-end"
      trapFocus
      withRoles
      opened={isOpen}
      onChange={setOpen}
    >
      <Popover.Target>
        <Button variant="default" size="xs" maw={220} onClick={() => setOpen(!isOpen)}>
          <Text span inherit truncate>
            {email}
          </Text>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Your session">
        <Stack gap="sm">
          <div>
            <Text size="sm" fw={600} className="wraps">
              {email}
            </Text>
            <Text size="sm">Signed in as {role}</Text>
            <Text size="sm">
              until <Time at={endsAt} />, or earlier when it is not used
            </Text>
          </div>
          <Colors />
          <Button component={Link} to="/password" variant="default" onClick={() => setOpen(false)}>
            Change your password
          </Button>
          <Button variant="default" loading={signOut.isPending} onClick={() => leave.send()}>
            Sign out
          </Button>
          <Button variant="default" loading={everywhere.isPending} onClick={() => leaveAll.send()}>
            Sign out everywhere
          </Button>
          {error !== null && <Problem error={error} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};

const Colors = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label="Colors"
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={[
        { value: 'auto', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  );
};

/** Loads the full page, so that no data of the old session stays in this window. */
const useSignOut = (path: '/staff/sign-out' | '/staff/sign-out-everywhere') =>
  useMutation({
    mutationFn: () => api.POST(path),
    onSuccess: () => window.location.assign('/console/sign-in'),
  });
