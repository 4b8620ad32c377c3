import { CancelOrderProcessor } from './cancel-order/cancel-order.processor.js';
import { CorrectOrderProcessor } from './correct-order/correct-order.processor.js';
import { FollowOrderProcessor } from './follow-order/follow-order.processor.js';
import { SubmitOrderProcessor } from './submit-order/submit-order.processor.js';

export const orderProcessors = [
  SubmitOrderProcessor,
  FollowOrderProcessor,
  CancelOrderProcessor,
  CorrectOrderProcessor,
];
