/** Page of a proxy in front of an unavailable broker, sent with a misleading status. */
export const MAINTENANCE_PAGE = `<!DOCTYPE html>
<html><head><title>Maintenance</title></head>
<body><h1>We will be back soon</h1><p>data: {"status": "executed"}</p></body></html>
`;
