import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import type { StaffAccount } from '../account/staff-account.state.js';
import { STAFF_DEVICE_KNOWN_S } from '../timing.js';

const MARK = /^([0-9a-f-]{36}) (\d{1,16})$/;

/**
 * Marks of browsers in which staff have signed in. A mark is encrypted and bound to one account and
 * its credentials. It grants no access, but failures elsewhere do not lock the browser out.
 */
@Injectable()
export class KnownDevices {
  constructor(private readonly box: SecretCipher) {}

  /** Returns a mark for this browser. A known browser keeps its device id. */
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

  /**
   * Returns whether the mark belongs to the account, without a lookup. The mark may have expired.
   */
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
