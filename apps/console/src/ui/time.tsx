import { Tooltip } from '@mantine/core';
import { inUtc, onOwnClocks } from './format.js';

type Props = {
  readonly at: string;
  readonly seconds?: boolean;
  /** True inside a link, which receives the focus instead. */
  readonly linked?: boolean;
};

/** A time in UTC, as in periods and files. Hover and focus show the local time. */
export const Time = ({ at, seconds = false, linked = false }: Props) => (
  <Tooltip label={onOwnClocks(at)} events={{ hover: true, focus: true, touch: true }}>
    {/* The focus shows the local time without a mouse. */}
    <time dateTime={at} tabIndex={linked ? undefined : 0}>
      {inUtc(at, seconds)}
    </time>
  </Tooltip>
);
