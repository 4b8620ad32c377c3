import '#kernel/concurrency/heap-growth.js';
import 'reflect-metadata';
import { keepFilesPrivate } from '#observability/process.js';
import { makeProgram } from './program.js';

keepFilesPrivate();
await makeProgram().parseAsync();
