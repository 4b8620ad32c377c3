/** Colors of the system, also in dark mode. */
export const STYLE = `
  :root { color-scheme: light dark; --brand: light-dark(#2456d6, #84a7ff); }
  * { box-sizing: border-box; }
  [hidden] { display: none !important; }
  body { margin: 0; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 34rem; margin: 0 auto; padding: 2rem; border: 1px solid GrayText; border-radius: 1rem; }
  header svg { width: 2.5rem; fill: none; stroke: var(--brand); stroke-width: 1.6; }
  h1 { margin: .5rem 0 .25rem; font-size: 1.5rem; line-height: 1.2; }
  form { display: grid; grid-template-columns: repeat(6, 1fr); gap: 1rem; }
  .full { grid-column: span 6; } .half { grid-column: span 3; } .third { grid-column: span 2; }
  form > label, legend { font-size: .875rem; }
  input:not([type=radio]) { display: block; width: 100%; padding: .6rem .7rem; font: inherit; }
  :focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
  fieldset { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin: 0; border-radius: .5rem; }
  #problem { margin: 0; color: light-dark(#b3261e, #ff8a80); } #problem:empty { display: none; }
  button { padding: .8rem; font: inherit; font-weight: 600; cursor: pointer; }
  button:disabled { cursor: progress; }
  #done { text-align: center; }
  @media (max-width: 30rem) { .half, .third { grid-column: span 6; } main { padding: 1.25rem; } }
`;
