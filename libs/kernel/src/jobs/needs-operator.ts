/**
 * Error of a processor when a retry cannot help and an operator has to act. The job stops its
 * attempts, and needs attention shows it at once. A scheduled job is still retried, so the entry
 * ends once the cause is gone. The message names the cause and the remedy in at most 500 characters.
 */
export class NeedsOperator extends Error {
  override readonly name: string = 'NeedsOperator';
}
