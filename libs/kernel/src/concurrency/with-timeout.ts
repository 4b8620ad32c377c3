/**
 * Gives up waiting after `ms`, not the work itself.
 * @throws {Error} what `late` makes of a message that begins with `what`, when it takes longer.
 */
export const withTimeout = <Result>(
  ms: number,
  what: string,
  work: Promise<Result>,
  late = (message: string): Error => new Error(message),
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late(`${what}: no answer within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
