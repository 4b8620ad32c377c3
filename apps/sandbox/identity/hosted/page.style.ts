export const STYLE = `
  :root {
    --paper: #f4f5f7; --card: #fff; --ink: #16181d; --soft: #5b6270; --line: #cfd4dc;
    --brand: #2456d6; --on-brand: #fff; --bad: #b3261e;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --paper: #101216; --card: #191c22; --ink: #eceef2; --soft: #a2a9b6; --line: #3a404b;
      --brand: #84a7ff; --on-brand: #0b1430; --bad: #ff8a80;
    }
  }
  * { box-sizing: border-box; }
  [hidden] { display: none !important; }
  body {
    margin: 0; padding: 2rem 1rem; min-height: 100vh; background: var(--paper); color: var(--ink);
    font: 1rem/1.5 system-ui, sans-serif;
  }
  main {
    max-width: 34rem; margin: 0 auto; padding: 2rem; background: var(--card); border-radius: 1rem;
    border: 1px solid var(--line); box-shadow: 0 8px 30px rgb(0 0 0 / 8%);
  }
  header svg {
    width: 2.5rem; fill: none; stroke: var(--brand); stroke-width: 1.6;
    stroke-linecap: round; stroke-linejoin: round;
  }
  h1 { margin: .5rem 0 .25rem; font-size: 1.5rem; line-height: 1.2; }
  header p, #loading, #done-text { margin: 0 0 1.5rem; color: var(--soft); }
  form { display: grid; grid-template-columns: repeat(6, 1fr); gap: 1rem; }
  .full { grid-column: span 6; } .half { grid-column: span 3; } .third { grid-column: span 2; }
  form > label { font-size: .875rem; color: var(--soft); }
  input:not([type=radio]) {
    display: block; width: 100%; margin-top: .25rem; padding: .6rem .7rem; font: inherit;
    color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: .5rem;
  }
  input::placeholder { color: var(--soft); opacity: .7; }
  :focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
  fieldset {
    display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin: 0; padding: .75rem 1rem;
    border: 1px solid var(--line); border-radius: .5rem;
  }
  legend { padding: 0 .35rem; font-size: .875rem; color: var(--soft); }
  input[type=radio] { accent-color: var(--brand); }
  #problem { margin: 0; color: var(--bad); } #problem:empty { display: none; }
  button {
    padding: .8rem; border: 0; border-radius: .5rem; font: inherit; font-weight: 600;
    color: var(--on-brand); background: var(--brand); cursor: pointer;
  }
  button:disabled { opacity: .6; cursor: progress; }
  #done { text-align: center; } #done h2 { margin: 1rem 0 .25rem; }
  @media (max-width: 30rem) { .half, .third { grid-column: span 6; } main { padding: 1.25rem; } }
`;
