/** Ends a pause early. A ring that nobody waits for yet is kept for the next pause. */
export class Bell {
  private rung = false;
  private release: () => void = () => undefined;

  readonly ring = (): void => {
    this.rung = true;
    this.release();
  };

  async wait(timeoutMs: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.release = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.rung = false;
  }
}
