import { readFileSync, readdirSync } from 'node:fs';

/** Those of PostgreSQL, which has one for each connection; not the shell that ends a store. */
export const childrenOf = (parent: number): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isShell = readFileSync(`/proc/${name}/comm`, 'utf8').trim() === 'sh';
      return Number(ppid) === parent && !isShell ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
