/** A problem that the user can fix: printed without a stack, exit code 1. */
export class Problem extends Error {
  name = 'Problem';
}

/** Runs a command. Prints a `Problem` to stderr. */
export const main = async (run) => {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    process.exit(1);
  }
};

/**
 * Prints the help for `--help`, and rejects other arguments.
 * @throws {Problem}
 */
export const takeNoArguments = (command, help) => {
  const [first] = process.argv.slice(2);
  if (first === undefined) return;
  if (first !== '--help' && first !== '-h')
    throw new Problem(`${command} does not accept ${first}: the only option is --help.`);
  console.log(help);
  process.exit(0);
};
