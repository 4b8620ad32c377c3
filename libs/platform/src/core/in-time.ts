/** Gives up waiting, not the work itself. @throws {Error} naming `what` when it takes longer. */
export const inTime = async <Result>(
  ms: number,
  what: string,
  work: Promise<Result>,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
