/** Gives up waiting, not the work itself. @throws {Error} naming `what` when it takes longer. */
export const inTime = <Result>(ms: number, what: string, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what}: no answer within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
