export type Balancer = {
  readonly url: string;
  isReady(backend: string): boolean;
  close(): Promise<void>;
};
export const startBalancer: (options: {
  readonly port: number;
  readonly host: string;
  readonly backends: readonly string[];
}) => Promise<Balancer>;
