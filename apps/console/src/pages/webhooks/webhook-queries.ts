import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Schemas, api } from '../../api/client.js';
import { answer } from '../../api/api-error.js';
import { refresh } from '../../api/refresh.js';
import type { Fields } from '../../ui/index.js';
import { CONSOLE_LIST_POLL_MS } from '../../timing.js';

export type EndpointId = { readonly partnerId: string; readonly id: string };
export type DeliveryStatus = Schemas['WebhookDelivery']['status'];
export type DeliveryFilter = {
  readonly status: DeliveryStatus | undefined;
  /** Id of an event. Empty: all events. */
  readonly eventId: string;
  readonly offset: number;
};

const DELIVERIES = 20;

const endpointsKey = (partnerId: string) => ['webhooks', partnerId];
const deliveriesKey = ({ partnerId, id }: EndpointId) => [...endpointsKey(partnerId), id];

export const useEndpoints = (partnerId: string) =>
  useQuery({
    queryKey: endpointsKey(partnerId),
    queryFn: () =>
      answer(
        api.GET('/staff/partners/{partnerId}/webhook-endpoints', {
          params: { path: { partnerId } },
        }),
      ),
  });

export const useDeliveries = (endpoint: EndpointId, { status, eventId, offset }: DeliveryFilter) =>
  useQuery({
    queryKey: [...deliveriesKey(endpoint), { status, eventId, offset }],
    queryFn: () => {
      const query = {
        ...{ limit: DELIVERIES, offset },
        ...(status === undefined ? {} : { status }),
        ...(eventId === '' ? {} : { eventId }),
      };
      return answer(
        api.GET('/staff/partners/{partnerId}/webhook-endpoints/{id}/deliveries', {
          params: { path: endpoint, query },
        }),
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: CONSOLE_LIST_POLL_MS,
  });

/** Refetches the endpoint and its deliveries. */
const useChanged = ({ partnerId }: EndpointId) => {
  const queries = useQueryClient();
  return () => refresh(queries, endpointsKey(partnerId));
};

export const useRetryDelivery = (endpoint: EndpointId, deliveryId: string) =>
  useMutation({
    mutationFn: () =>
      answer(
        api.POST(
          '/staff/partners/{partnerId}/webhook-endpoints/{id}/deliveries/{deliveryId}/retry',
          {
            params: { path: { ...endpoint, deliveryId } },
          },
        ),
      ),
    onSuccess: useChanged(endpoint),
  });

export const useRecover = (endpoint: EndpointId) =>
  useMutation({
    mutationFn: ({ after = '' }: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/webhook-endpoints/{id}/recover', {
          params: { path: endpoint },
          body: { after },
        }),
      ),
    onSuccess: useChanged(endpoint),
  });

export const useReplay = (endpoint: EndpointId) =>
  useMutation({
    mutationFn: ({ after = '', until = '' }: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/webhook-endpoints/{id}/replay', {
          params: { path: endpoint },
          body: { after, ...(until === '' ? {} : { until }) },
        }),
      ),
    onSuccess: useChanged(endpoint),
  });

export const useDisableEndpoint = (endpoint: EndpointId) =>
  useMutation({
    mutationFn: ({ reason = '' }: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/webhook-endpoints/{id}/disable', {
          params: { path: endpoint },
          body: { reason },
        }),
      ),
    onSuccess: useChanged(endpoint),
  });
