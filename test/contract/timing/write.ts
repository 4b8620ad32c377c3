import { writeFileSync } from 'node:fs';
import { PAGE, timingPage } from './page.js';

/** `npm run docs:timing`. */
writeFileSync(PAGE, await timingPage());
console.log(`wrote ${PAGE}`);
