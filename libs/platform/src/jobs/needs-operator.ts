/**
 * What a processor throws when trying again at once cannot help and people have to act. The job makes
 * no further attempts and is shown under what needs attention from the first time on. A due entry goes
 * on asking for it, so it ends by itself once the cause has gone. The message says what is wrong and
 * what an operator does about it, in at most 500 characters.
 */
export class NeedsOperator extends Error {
  override readonly name: string = 'NeedsOperator';
}
