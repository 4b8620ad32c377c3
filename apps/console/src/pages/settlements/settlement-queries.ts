import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Schemas, api } from '../../api/client.js';
import { answer } from '../../api/api-error.js';
import { CONSOLE_LIST_POLL_MS } from '../../timing.js';

export type PeriodStatus = Schemas['Settlement']['status'];

export const periodsKey = (partnerId: string) => ['periods', partnerId];
const PAGE = 20;
const LINES = 50;
const OVERDUE = 100;
/** Most unpaid periods to read. */
const UNPAID = 1_000;

const listOf = (partnerId: string, status: PeriodStatus | undefined, offset: number) =>
  answer(
    api.GET('/staff/partners/{partnerId}/settlements', {
      params: { path: { partnerId }, query: { status, limit: PAGE, offset } },
    }),
  );

export const usePeriods = (partnerId: string, status: PeriodStatus | undefined, offset: number) =>
  useQuery({
    queryKey: [...periodsKey(partnerId), 'list', status, offset],
    queryFn: () => listOf(partnerId, status, offset),
    placeholderData: keepPreviousData,
    refetchInterval: CONSOLE_LIST_POLL_MS,
  });

/** Transfers of a partner, the latest first. Refetched with its periods. */
export const useTransfers = (partnerId: string) =>
  useQuery({
    queryKey: [...periodsKey(partnerId), 'transfers'],
    queryFn: () =>
      answer(api.GET('/staff/partners/{partnerId}/transfers', { params: { path: { partnerId } } })),
    refetchInterval: CONSOLE_LIST_POLL_MS,
  });

/** Returns the outstanding amounts of a partner's unpaid periods, as decimal text. */
export const outstandingOf = async (partnerId: string): Promise<readonly string[]> => {
  const pages = await Promise.all(
    (['closed', 'overdue'] as const).map((status) =>
      answer(
        api.GET('/staff/partners/{partnerId}/settlements', {
          params: { path: { partnerId }, query: { status, limit: UNPAID, offset: 0 } },
        }),
      ),
    ),
  );
  return pages.flatMap(({ settlements }) => settlements.map(({ outstanding }) => outstanding));
};

/** Requests that wait for a second person. */
export const useProposals = () =>
  useQuery({
    queryKey: ['proposals'],
    queryFn: () => answer(api.GET('/staff/transfers/proposals')),
    refetchInterval: CONSOLE_LIST_POLL_MS,
  });

/** Overdue periods, the longest due first. Refetched on opening, since other pages change them. */
export const useOverdue = () =>
  useQuery({
    queryKey: ['overdue'],
    queryFn: () =>
      answer(
        api.GET('/staff/settlements', {
          params: { query: { status: 'overdue', limit: OVERDUE, offset: 0 } },
        }),
      ),
    staleTime: 0,
    refetchInterval: CONSOLE_LIST_POLL_MS,
  });

export const usePeriod = (partnerId: string, id: string) =>
  useQuery({
    queryKey: [...periodsKey(partnerId), id],
    queryFn: () =>
      answer(
        api.GET('/staff/partners/{partnerId}/settlements/{id}', {
          params: { path: { partnerId, id } },
        }),
      ),
  });

const statementPage = (partnerId: string, id: string, offset: number) =>
  answer(
    api.GET('/staff/partners/{partnerId}/settlements/{id}/statement', {
      params: { path: { partnerId, id }, query: { limit: LINES, offset } },
    }),
  ) as Promise<Schemas['Statement']>;

export const useStatement = (partnerId: string, id: string, offset: number) =>
  useQuery({
    queryKey: [...periodsKey(partnerId), id, 'statement', offset],
    queryFn: () => statementPage(partnerId, id, offset),
    placeholderData: keepPreviousData,
  });
