/** Path of the script below the board's. */
export const NAMES_PATH = 'button-names.js';

/** The board's page without what it asks of other sites, and with names for its buttons. */
export const ownPage = (html: string): string =>
  html
    .replace(/<link\b[^>]*\bhref="https?:[^>]*>/g, '')
    .replace('</body>', `<script defer src="${NAMES_PATH}"></script></body>`);

/**
 * The board draws these buttons as icons without a name. The script names a button by its place in the page or
 * by the class of its Lucide icon. A button of a job with another icon is named by its position.
 */
export const BUTTON_NAMES = `
const BY_ICON = {
  'arrow-up-down': 'Change priority',
  clock: 'Reschedule',
  'corner-up-left': 'Promote',
  files: 'Duplicate',
  'list-x': 'Remove unprocessed children',
  pencil: 'Update Data',
  'refresh-cw': 'Retry',
  'trash-2': 'Clean',
};
const byIcon = ({ firstElementChild: icon }) =>
  BY_ICON[Object.keys(BY_ICON).find((name) => icon?.classList.contains('lucide-' + name))];
const placeOf = (button) => {
  if (/copy/i.test(button.className)) return 'Copy';
  const header = button.closest('header');
  const isMenu = button.getAttribute('aria-haspopup') === 'menu';
  if (header === null) return isMenu ? 'More actions' : null;
  const buttons = [...header.querySelectorAll('li > button')];
  return isMenu ? 'Links' : ['Full screen', 'Settings'][buttons.indexOf(button)];
};
const positionOf = (button) => {
  const item = button.closest('li');
  return item === null ? null : 'Job action ' + ([...item.parentElement.children].indexOf(item) + 1);
};
const name = () => {
  for (const button of document.querySelectorAll('button:not([aria-label]):not([title])')) {
    if (button.textContent.trim() !== '' || button.hasAttribute('aria-labelledby')) continue;
    const found = placeOf(button) ?? byIcon(button) ?? positionOf(button);
    if (found) button.setAttribute('aria-label', found);
  }
};
new MutationObserver(name).observe(document.getElementById('root'), { childList: true, subtree: true });
`;
