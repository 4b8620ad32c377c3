import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './console.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { styleNonce } from './style-nonce.js';

// The library that locks scrolling behind a dialog creates a style element.
setNonce(styleNonce());

createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
