import { Tooltip } from '@mantine/core';
import { inUtc, onOwnClocks } from './times.js';

type Props = {
  readonly at: string;
  readonly seconds?: boolean;
  /** Inside of a link, which is what is focused then. */
  readonly linked?: boolean;
};

/** A moment in UTC, which periods and files go by; on the reader's clocks when it is pointed at or focused. */
export const Time = ({ at, seconds = false, linked = false }: Props) => (
  <Tooltip label={onOwnClocks(at)} events={{ hover: true, focus: true, touch: true }}>
    {/* Focus is how those without a mouse get at it. */}
    <time dateTime={at} tabIndex={linked ? undefined : 0}>
      {inUtc(at, seconds)}
    </time>
  </Tooltip>
);
