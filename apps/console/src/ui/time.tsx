import { Tooltip } from '@mantine/core';
import { inReadersZone, inUtc } from './times.js';

type Props = {
  readonly at: string;
  readonly seconds?: boolean;
  /** Inside of a link, which is what is focused then. */
  readonly linked?: boolean;
};

/** A moment in the reader's zone; in UTC when it is pointed at or focused. */
export const Time = ({ at, seconds = false, linked = false }: Props) => (
  <Tooltip label={inUtc(at)} events={{ hover: true, focus: true, touch: true }}>
    {/* Focus is how those without a mouse get at the UTC. */}
    <time dateTime={at} tabIndex={linked ? undefined : 0}>
      {inReadersZone(at, seconds)}
    </time>
  </Tooltip>
);
