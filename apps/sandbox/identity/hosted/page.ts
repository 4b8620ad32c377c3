import { createHash } from 'node:crypto';
import { SCRIPT } from './page.script.js';
import { STYLE } from './page.style.js';

const field = (name: string, label: string, attributes: string, width = 'half'): string => `
      <label class="${width}">${label}
        <input name="${name}" ${attributes}>
      </label>`;

const FIELDS = [
  field('id.first_name', 'First name', 'autocomplete="given-name" required maxlength="100"'),
  field('id.last_name', 'Last name', 'autocomplete="family-name" required maxlength="100"'),
  field('id.email', 'E-mail', 'type="email" autocomplete="email"'),
  field('id.phone_number', 'Phone', 'type="tel" autocomplete="tel" placeholder="+14155550100"'),
  field('id.dob', 'Date of birth', 'type="date" autocomplete="bday"'),
  field('id.ssn9', 'Tax id (SSN)', 'inputmode="numeric" pattern="[0-9]{9}" placeholder="9 digits"'),
  field('id.address_line1', 'Street address', 'autocomplete="address-line1"', 'full'),
  field('id.address_line2', 'Flat, suite', 'autocomplete="address-line2"'),
  field('id.city', 'City', 'autocomplete="address-level2"'),
  field('id.state', 'State', 'autocomplete="address-level1"', 'third'),
  field('id.zip', 'Postal code', 'autocomplete="postal-code"', 'third'),
  field('id.country', 'Country', 'pattern="[A-Z]{2}" maxlength="2" placeholder="US"', 'third'),
].join('');

/** The page in one file without external assets. The completion fills empty fields. */
export const HOSTED_PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Verify your identity</title>
  <style>${STYLE}</style>
</head>
<body>
  <main>
    <header>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 4 5v6c0 5 3.4 9.4 8 11 4.6-1.6 8-6 8-11V5z"/><path d="m8.5 12 2.5 2.5 4.5-5"/></svg>
      <h1>Verify your identity</h1>
      <p>This is a sandbox: your data stays on this machine. The sandbox completes empty fields.</p>
    </header>
    <p id="loading" role="status">Opening your session…</p>
    <form id="form" hidden>${FIELDS}
      <fieldset class="full">
        <legend>Outcome</legend>
        <label><input type="radio" name="outcome" value="" checked> By the last name</label>
        <label><input type="radio" name="outcome" value="pass"> Pass</label>
        <label><input type="radio" name="outcome" value="fail"> Fail</label>
        <label><input type="radio" name="outcome" value="review"> Manual review</label>
      </fieldset>
      <p id="problem" class="full" role="alert"></p>
      <button class="full" type="submit">Verify</button>
    </form>
    <section id="done" role="status" tabindex="-1" hidden>
      <h2 id="done-title"></h2>
      <p id="done-text"></p>
    </section>
  </main>
  <script>${SCRIPT}</script>
</body>
</html>
`;

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows only this style and script, and calls to the same origin. */
export const HOSTED_PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
