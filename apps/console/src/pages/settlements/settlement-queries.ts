import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type Schemas, api } from '../../api/client.js';
import { answer } from '../../api/trouble.js';

export type PeriodStatus = Schemas['Settlement']['status'];

export const periodsKey = (partnerId: string) => ['periods', partnerId];
const PAGE = 20;
const LINES = 50;
/** A search looks through this many lines at once. */
export const SEARCHED = 1_000;

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
  });

/** What these partners are late with, the longest due first. */
export const useOverdue = (partnerIds: readonly string[]) =>
  useQueries({
    queries: partnerIds.map((partnerId) => ({
      queryKey: [...periodsKey(partnerId), 'list', 'overdue', 0],
      queryFn: () => listOf(partnerId, 'overdue', 0),
    })),
    combine: (results) => ({
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      periods: results
        .flatMap(({ data }) => data?.settlements ?? [])
        .sort((a, b) => a.dueAt.localeCompare(b.dueAt)),
    }),
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

export const statementPage = (partnerId: string, id: string, offset: number, limit = LINES) =>
  answer(
    api.GET('/staff/partners/{partnerId}/settlements/{id}/statement', {
      params: { path: { partnerId, id }, query: { limit, offset } },
    }),
  ) as Promise<Schemas['Statement']>;

export const useStatement = (partnerId: string, id: string, offset: number) =>
  useQuery({
    queryKey: [...periodsKey(partnerId), id, 'statement', offset],
    queryFn: () => statementPage(partnerId, id, offset),
    placeholderData: keepPreviousData,
  });
