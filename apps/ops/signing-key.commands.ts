import type { Command } from 'commander';
import { rotatedSigningKeys, signingKeysText } from '#config/keys.js';
import { isJson, print, withConfig } from './session.js';
import { KEY_SET_CACHED_S } from '#kernel/timing.js';

export const addSigningKeyCommands = (program: Command): void => {
  const signingKey = program.command('signing-key').description('keys that sign access tokens');
  signingKey
    .command('list')
    .description('lists the keys of SIGNING_KEYS with their use')
    .action((_: object, command: Command) =>
      withConfig(({ signingKeys }) => {
        const use = (i: number) => (i === 0 ? 'signs and verifies' : 'verifies');
        print(
          command,
          signingKeys.map(({ kid }, i) => ({ kid, use: use(i) })),
        );
      }),
    );
  signingKey
    .command('rotate')
    .description('creates a key, and prints the values of SIGNING_KEYS that introduce it')
    .action((_: object, command: Command) =>
      withConfig(({ signingKeys, authTokenTtlS }) => {
        const { kid, ...rings } = rotatedSigningKeys(signingKeys);
        const [announce, swap, finish] = [rings.announce, rings.switch, rings.finish].map(
          signingKeysText,
        );
        if (isJson(command))
          return print(command, { kid, announce: announce ?? '', switch: swap, finish });
        console.log(
          [
            `New key ${kid}. Set SIGNING_KEYS to these secret values, one after another.`,
            `1. The new key verifies. Restart every api, then wait ${KEY_SET_CACHED_S / 60} minutes for key set caches:\n${announce}`,
            `2. The new key signs. Restart every api, then wait ${authTokenTtlS} s for older tokens to end:\n${swap}`,
            `3. The old key is removed. Restart every api:\n${finish}`,
          ].join('\n\n'),
        );
      }),
    );
};
