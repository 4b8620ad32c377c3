import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import type { StaffAccount } from '../account/staff-account.state.js';
import { STAFF_DEVICE_KNOWN_S } from '../timing.js';

const MARK = /^([0-9a-f-]{36}) (\d{1,16})$/;

/**
 * Browsers in which somebody has signed in before. They get a mark that only we can make, good for
 * one account and its present credentials: it opens nothing, but guesses from elsewhere do not lock
 * them out.
 */
@Injectable()
export class KnownDevices {
  constructor(private readonly box: SecretCipher) {}

  /** A mark for this browser; one that was known stays the same device. */
  mark(account: StaffAccount, deviceId: string | null, now: Date): string {
    return this.box.seal(`${deviceId ?? randomUUID()} ${now.getTime()}`, boundTo(account.staffId));
  }

  /** Returns the id of the device; null if the mark is unknown, expired or older than a reset. */
  find(account: StaffAccount, mark: string, now: Date): string | null {
    const [, deviceId, markedMs] = MARK.exec(this.opened(account.staffId, mark)) ?? [];
    if (deviceId === undefined) return null;
    const ageMs = now.getTime() - Number(markedMs);
    const since = account.devicesSince === null ? 0 : Date.parse(account.devicesSince);
    return ageMs < STAFF_DEVICE_KNOWN_S * 1_000 && Number(markedMs) >= since ? deviceId : null;
  }

  /** Whether this account has ever given the mark, which may be good no more: nothing is looked up. */
  isMarkOf(staffId: string, mark: string): boolean {
    return this.opened(staffId, mark) !== '';
  }

  private opened(staffId: string, mark: string): string {
    try {
      return this.box.open(mark, boundTo(staffId));
    } catch {
      return '';
    }
  }
}

const boundTo = (staffId: string): string => `staff-device:${staffId}`;
