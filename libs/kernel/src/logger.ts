/** Logger of the service. The loggers of pino and Fastify implement it. */
export type Logger = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
