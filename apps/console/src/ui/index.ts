export { decimalOf, grouped, sharesOf } from './amounts.js';
export { Empty } from './empty.js';
export { Loaded } from './loaded.js';
export { Money } from './money.js';
export { Page } from './page.js';
export { Problem } from './problem.js';
export { Time } from './time.js';
export { inReadersZone, inUtc } from './times.js';
