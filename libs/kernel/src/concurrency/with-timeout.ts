/**
 * Waits at most `ms` for the work, which continues nevertheless. After `ms` it throws the error that
 * `late` creates from a message. The message starts with `what`.
 * @throws the error of the work or of `late`
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
