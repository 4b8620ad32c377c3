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

/**
 * Tells the use at `--help`, and refuses arguments of a command that takes none.
 * @throws {Problem}
 */
export const takeNoArguments = (command, help) => {
  const [first] = process.argv.slice(2);
  if (first === undefined) return;
  if (first !== '--help' && first !== '-h')
    throw new Problem(`${command} does not know ${first}: it takes no argument but --help.`);
  console.log(help);
  process.exit(0);
};
