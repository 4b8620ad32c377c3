import type { Logger } from '../core/logger.js';
import { auditGeneration } from './audit.js';
import { type ProjectionControl, type Stored, refusalOf } from './control.js';
import type { RegisteredProjection } from './projection.js';
import type { RedisClient } from './script.js';

type Parts = {
  readonly redis: RedisClient;
  readonly logger: Logger;
  readonly projection: RegisteredProjection;
};

/** Keeps readers from a filling that does not pass the audit of its projection. */
export class Auditor {
  private passed = '';
  private refused = '';

  constructor(
    private readonly parts: Parts,
    private readonly control: ProjectionControl,
  ) {}

  /** Audits a generation once it is filled; a refusal is recorded and raises the alarm. */
  async passes(generation: string): Promise<boolean> {
    if (this.passed === generation) return true;
    if (this.refused === generation) return false;
    const { redis, logger, projection } = this.parts;
    const faults = await auditGeneration(redis, projection, generation);
    if (faults.length === 0) {
      this.passed = generation;
      return true;
    }
    await this.control.refuse({ generation, faults });
    this.refused = generation;
    const details = { projection: projection.name, generation, faults };
    logger.error(details, 'Rebuilt read model refused: it differs from what was fixed');
    return false;
  }

  /** A refused generation to give up, because somebody asks for a rebuild once more. */
  madeAnew(stored: Stored): string | null {
    const building = stored.registry?.building ?? null;
    const asked = stored.request !== null && stored.request !== building?.request;
    return asked ? (refusalOf(stored)?.generation ?? null) : null;
  }
}
