import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './console.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { styleNonce } from './style-nonce.js';

// The library that keeps the page still behind a dialog makes a style element of its own.
setNonce(styleNonce());

createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
