/** Something the person at the keyboard can mend: told as it stands, without a stack, exit code 1. */
export class Problem extends Error {
  name = 'Problem';
}

/** Runs a command of ours; a `Problem` becomes its own lines on stderr. */
export const main = async (run) => {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    process.exit(1);
  }
};

export const requireNode = (major) => {
  if (Number(process.versions.node.split('.')[0]) >= major) return;
  throw new Problem(`Node ${major} or newer is needed, this is ${process.version}: install it.`);
};
