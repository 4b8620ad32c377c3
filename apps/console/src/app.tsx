import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { newQueryClient } from './api/queries.js';
import { newRouter } from './routes.js';
import { styleNonce } from './style-nonce.js';
import { colors, theme } from './theme.js';

export const App = () => {
  const [queries] = useState(newQueryClient);
  const [router] = useState(newRouter);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={colors}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
};
