/** Runs in the browser. Posts the validation token to other windows, as the SDK does. */
export const SCRIPT = `
  const token = location.hash.slice(1);
  const at = (id) => document.getElementById(id);
  const form = at('form');

  const call = async (path, body) => {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const result = await response.json();
    if (!response.ok) throw new Error(result.message);
    return result;
  };

  const ends = {
    pass: ['You are verified', 'All done. You can close this window.'],
    fail: ['We could not verify you', 'Please go back to the app to see what you can do.'],
    review: ['We are taking a closer look', 'A person will review your details shortly.'],
  };

  const end = (title, text) => {
    at('loading').hidden = form.hidden = true;
    at('done-title').textContent = title;
    at('done-text').textContent = text;
    at('done').hidden = false;
    at('done').focus();
  };

  const showResult = (result) => {
    const state = result.requires_manual_review ? 'review' : result.status;
    document.body.dataset.state = state;
    end(...(ends[state] ?? ends.review));
  };

  const filledIn = () => {
    const texts = [...form.querySelectorAll('input:not([type=radio])')];
    return Object.fromEntries(
      texts.map((input) => [input.name, input.value.trim()]).filter(([, value]) => value !== ''),
    );
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    at('problem').textContent = '';
    const outcome = form.elements.namedItem('outcome').value;
    try {
      const body = { token, person: filledIn(), ...(outcome === '' ? {} : { outcome }) };
      const result = await call('/identity/hosted/complete', body);
      showResult(result);
      const message = { kind: 'complete', validationToken: result.validation_token };
      for (const other of [window.opener, window.parent])
        if (other && other !== window) other.postMessage(message, '*');
    } catch (error) {
      at('problem').textContent = error.message;
      button.disabled = false;
    }
  });

  const open = async () => {
    try {
      const session = await call('/identity/hosted/session', { token });
      if (session.completed) return showResult(session);
      for (const [name, value] of Object.entries(session.known)) {
        const input = form.elements.namedItem(name);
        if (input) input.value = value;
      }
      at('loading').hidden = true;
      form.hidden = false;
    } catch (error) {
      end('This link does not work', 'It may have expired: ' + error.message + '.');
    }
  };
  void open();
`;
