import '#platform/core/heap-growth.js';
import 'reflect-metadata';
import { keepFilesPrivate } from '#platform/core/process.js';
import { makeProgram } from './program.js';

keepFilesPrivate();
await makeProgram().parseAsync();
