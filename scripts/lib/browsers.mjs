/**
 * Browsers that can run the console, in the order of preference. The first is also the name of a Debian
 * package. It is headless and takes 20 % less CPU time than a full browser.
 */
export const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
