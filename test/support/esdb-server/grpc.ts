import { createRequire } from 'node:module';
import type * as Grpc from '@grpc/grpc-js';

/** The very copy of gRPC that the client uses, wherever it was installed. */
const ofTheClient = createRequire(createRequire(import.meta.url).resolve('@eventstore/db-client'));

export const grpc = ofTheClient('@grpc/grpc-js') as typeof Grpc;
