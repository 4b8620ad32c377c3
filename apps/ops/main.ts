import '#platform/core/heap-growth.js';
import 'reflect-metadata';
import { makeProgram } from './program.js';

await makeProgram().parseAsync();
