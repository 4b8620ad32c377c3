/**
 * The interface's seventeen endpoints and their fields, written down from the specification and not
 * from the code: `?` may be left out of a request, `|null` may be null in an answer.
 */
export type Expected = {
  readonly endpoint: string;
  readonly query?: readonly string[];
  readonly request?: readonly string[];
  readonly statuses: readonly number[];
  readonly answer: readonly string[] | 'array of strings';
  /** Statuses of the interface's section on errors, and of the decisions. */
  readonly refusals: readonly number[];
};

const LOGIN = [
  'authToken: string',
  'email: string',
  'expiration: string date-time',
  'partnerId: string uuid',
  'partnerUserId: string uuid',
  'refreshToken: string uuid',
];

/** What tells of a person is null once that person is erased: decided beside the interface. */
const USER = [
  'countryCode: string|null',
  'dateCreated: string date-time',
  'dateModified: string date-time',
  'email: string|null',
  'externalId: string|null',
  'familyName: string|null',
  'id: string uuid',
  'name: string|null',
  'partnerId: string uuid',
  'phone: string|null',
];

const NEW_USER = [
  'createdAt: string date-time',
  'email: string|null',
  'firstName: string|null',
  'lastName: string|null',
  'status: string',
  'userId: string uuid',
];

const PROFILE = [
  ...['id', 'userId'].map((name) => `${name}: string uuid`),
  ...[
    ...['country', 'countryOfTaxResidence', 'countryOfBirth', 'countryOfCitizenship'],
    ...['countryName', 'state', 'stateName', 'city', 'phone', 'emailAddress', 'legalFirstName'],
    ...['legalLastName', 'dateOfBirth', 'taxID', 'residentialAddress', 'unitAptNumber'],
    ...['postalCode', 'annualHouseholdIncomeRange', 'investibleLiquidAssetsRange'],
    ...['accountFundingSource', 'employmentStatus', 'nameOfEmployer', 'employerAddress'],
    ...['occupationJobTitle', 'gender', 'maritalStatus', 'visaType', 'visaExpirationDate'],
    ...['dateOfDepartureFromUSA', 'trustedContactFirstName', 'trustedContactLastName'],
    ...['trustedContactEmailAddress', 'trustedContactPhoneNumber', 'statusReason'],
  ].map((name) => `${name}: string|null`),
  ...['dateCreated', 'dateModified', 'brokerAccountNumber', 'brokerAccountStatus'].map(
    (name) => `${name}: string`,
  ),
  ...[
    ...['permanentResident', 'isVisaHolder', 'isAffiliatedExchangeOrFinra', 'isControlPerson'],
    ...['isPoliticallyExposed', 'inmediateFamilyExposed'],
  ].map((name) => `${name}: boolean|null`),
].sort();

const TRANSACTION = [
  'amount: number',
  'completedAt: string|null date-time',
  'createdAt: string date-time',
  'direction: string',
  'externalId: string',
  'fee: number',
  'id: string uuid',
  'netAmount: number',
  'partnerId: string uuid',
  'status: string',
  'statusReason: string',
  'updatedAt: string date-time',
  'userId: string uuid',
];

/** With what the decisions add. */
const ORDER = [
  'ammount: number',
  'commission: number',
  'createdAt: string date-time',
  'externalId: string',
  'filledAvgPrice: number|null',
  'filledQty: number',
  'id: string uuid',
  'qty: number',
  'side: string',
  'status: string',
  'statusReason: string',
  'symbol: string',
  'updatedAt: string date-time',
  'userId: string uuid',
];

export const INTERFACE: readonly Expected[] = [
  {
    endpoint: 'POST /v1/auth/login',
    request: ['email: string', 'password: string'],
    statuses: [200],
    answer: LOGIN,
    refusals: [400, 401, 404, 429],
  },
  {
    endpoint: 'POST /v1/auth/refresh-token',
    request: ['authToken: string', 'refreshToken: string'],
    statuses: [200],
    answer: LOGIN,
    refusals: [400, 401],
  },
  {
    endpoint: 'POST /v1/auth/verify',
    request: [
      'country: string',
      'documentType: string',
      'userId: string uuid',
      'verificationType: string',
    ],
    statuses: [201],
    answer: [
      'createdAt: string date-time',
      'expiresAt: string date-time',
      'status: string',
      'verificationId: string uuid',
    ],
    refusals: [400, 401, 404, 409, 422],
  },
  {
    endpoint: 'POST /v1/auth/verify/{verificationId}/documents',
    request: ['documentType: string', 'files: array'],
    statuses: [200],
    answer: ['status: string', 'updatedAt: string date-time', 'verificationId: string uuid'],
    refusals: [400, 401, 404, 409, 413, 422, 503],
  },
  {
    endpoint: 'GET /v1/auth/verify/{verificationId}',
    statuses: [200],
    answer: [
      'documentType: string',
      'expiresAt: string date-time',
      'status: string',
      'updatedAt: string date-time',
      'verificationId: string uuid',
    ],
    refusals: [401, 404],
  },
  {
    endpoint: 'POST /v1/auth/2fa/enable',
    request: ['type: string', 'userId: string uuid'],
    statuses: [200],
    answer: ['qrCode: string', 'secret: string'],
    refusals: [400, 401, 404, 409, 422],
  },
  {
    endpoint: 'POST /v1/auth/2fa/verify',
    request: ['code: string', 'userId: string uuid'],
    statuses: [200],
    answer: ['timestamp: string date-time', 'verified: boolean'],
    refusals: [400, 401, 404, 409, 422, 429],
  },
  {
    endpoint: 'POST /v1/users',
    request: [
      'country: string',
      'dateOfBirth: string',
      'email: string email',
      'firstName: string',
      'lastName: string',
      'phoneNumber: string',
    ],
    statuses: [201],
    answer: NEW_USER,
    refusals: [400, 401, 409, 422],
  },
  {
    endpoint: 'GET /v1/users/{userId}',
    statuses: [200],
    answer: [...NEW_USER, 'verificationStatus: object'],
    refusals: [401, 404],
  },
  {
    endpoint: 'PATCH /v1/users/{userId}',
    request: ['firstName?: string', 'lastName?: string', 'phoneNumber?: string'],
    statuses: [200],
    answer: [...NEW_USER.slice(1), 'updatedAt: string date-time'].sort(),
    refusals: [400, 401, 404, 422],
  },
  {
    endpoint: 'GET /v1/users',
    query: ['limit', 'offset', 'status'],
    statuses: [200],
    answer: ['metadata: object', 'users: array'],
    refusals: [400, 401],
  },
  {
    endpoint: 'POST /v1/user',
    request: [
      'countryCode: string',
      'email: string email',
      'externalId?: string',
      'familyName: string',
      'name: string',
    ],
    statuses: [200, 201],
    answer: USER,
    refusals: [400, 401, 409, 422],
  },
  {
    endpoint: 'POST /v1/onboarding/{userId}/session-token',
    request: [
      'addressLine1?: string',
      'addressLine2?: string',
      'city?: string',
      'dateOfBirth?: string',
      'gender?: string',
      'maritalStatus?: string',
      'state?: string',
      'zipCode?: string',
    ],
    statuses: [201],
    answer: ['expiresAt: string date-time', 'link: string', 'token: string'],
    refusals: [400, 401, 404, 409, 422, 503],
  },
  {
    endpoint: 'GET /v1/onboarding/{userId}/trader-profile',
    statuses: [200],
    answer: PROFILE,
    refusals: [401, 404],
  },
  {
    endpoint: 'GET /v1/onboarding/trading-countries',
    statuses: [200],
    answer: 'array of strings',
    refusals: [401],
  },
  {
    endpoint: 'POST /v1/funding',
    request: [
      'amount: string',
      'code?: string',
      'direction: string',
      'externalId: string',
      'userId: string uuid',
    ],
    statuses: [200, 201],
    answer: TRANSACTION,
    refusals: [400, 401, 404, 409, 422],
  },
  {
    endpoint: 'POST /v1/orders',
    request: [
      'amount?: number',
      'externalId: string',
      'qty?: number',
      'side: string',
      'symbol: string',
      'userId: string uuid',
    ],
    statuses: [200, 201],
    answer: ORDER,
    refusals: [400, 401, 404, 409, 422],
  },
];

/** What the decisions add beyond the seventeen. */
export const BEYOND: readonly string[] = [
  'POST /v1/auth/logout',
  'DELETE /v1/funding/{id}',
  'DELETE /v1/orders/{id}',
  'GET /.well-known/jwks.json',
  'GET /health/live',
  'GET /health/ready',
  'GET /openapi.json',
  'GET /v1/accounts/{userId}',
  'GET /v1/accounts/{userId}/history',
  'GET /v1/accounts/{userId}/positions',
  'GET /v1/accounts/{userId}/positions/{symbol}',
  'GET /v1/assets',
  'GET /v1/assets/{symbol}',
  'GET /v1/events',
  'GET /v1/events/stream',
  'GET /v1/events/{id}',
  'GET /v1/funding',
  'GET /v1/funding/{id}',
  'GET /v1/market/calendar',
  'GET /v1/market/clock',
  'GET /v1/orders',
  'GET /v1/orders/{id}',
  'GET /v1/settlements',
  'GET /v1/settlements/{id}',
  'GET /v1/settlements/{id}/statement',
  'GET /v1/user',
  'GET /v1/user/{id}',
  'POST /v1/webhooks/identity',
  'DELETE /v1/webhook-endpoints/{id}',
  'GET /.well-known/webhook-addresses.json',
  'GET /v1/webhook-endpoints',
  'GET /v1/webhook-endpoints/{id}',
  'GET /v1/webhook-endpoints/{id}/deliveries',
  'PATCH /v1/webhook-endpoints/{id}',
  'POST /v1/webhook-endpoints',
  'POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/retry',
  'POST /v1/webhook-endpoints/{id}/recover',
  'POST /v1/webhook-endpoints/{id}/replay',
  'POST /v1/webhook-endpoints/{id}/rotate-secret',
  'POST /v1/webhook-endpoints/{id}/test',
];
