import { registerHooks } from 'node:module';

/** Loaded before a program: prints the names of all packages that it loads. */
const names = new Set();
registerHooks({
  load: (url, context, next) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
    if (name !== undefined) names.add(name);
    return next(url, context);
  },
});
process.once('exit', () => console.log([...names].join('\n')));
