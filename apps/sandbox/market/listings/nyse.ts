/** Symbol, price in dollars, name. */
export const NYSE = `
BRK.B 455 Berkshire Hathaway Inc. Class B Common Stock
JPM 210 JPMorgan Chase & Co. Common Stock
V 275 Visa Inc. Class A Common Stock
MA 495 Mastercard Incorporated Class A Common Stock
LLY 890 Eli Lilly and Company Common Stock
UNH 580 UnitedHealth Group Incorporated Common Stock
XOM 118 Exxon Mobil Corporation Common Stock
JNJ 162 Johnson & Johnson Common Stock
PG 173 The Procter & Gamble Company Common Stock
HD 400 The Home Depot, Inc. Common Stock
WMT 80 Walmart Inc. Common Stock
ORCL 170 Oracle Corporation Common Stock
CVX 148 Chevron Corporation Common Stock
KO 71 The Coca-Cola Company Common Stock
MRK 114 Merck & Co., Inc. Common Stock
ABBV 195 AbbVie Inc. Common Stock
BAC 40 Bank of America Corporation Common Stock
CRM 275 Salesforce, Inc. Common Stock
TMO 615 Thermo Fisher Scientific Inc. Common Stock
MCD 300 McDonald's Corporation Common Stock
ACN 350 Accenture plc Class A Ordinary Shares
ABT 114 Abbott Laboratories Common Stock
PM 121 Philip Morris International Inc. Common Stock
IBM 220 International Business Machines Corporation Common Stock
GE 187 GE Aerospace Common Stock
DIS 95 The Walt Disney Company Common Stock
DHR 275 Danaher Corporation Common Stock
CAT 390 Caterpillar Inc. Common Stock
VZ 44 Verizon Communications Inc. Common Stock
NOW 895 ServiceNow, Inc. Common Stock
WFC 56 Wells Fargo & Company Common Stock
PFE 29 Pfizer Inc. Common Stock
NEE 84 NextEra Energy, Inc. Common Stock
GS 495 The Goldman Sachs Group, Inc. Common Stock
MS 105 Morgan Stanley Common Stock
AXP 272 American Express Company Common Stock
SPGI 515 S&P Global Inc. Common Stock
T 22 AT&T Inc. Common Stock
UBER 75 Uber Technologies, Inc. Common Stock
LOW 270 Lowe's Companies, Inc. Common Stock
RTX 121 RTX Corporation Common Stock
UNP 245 Union Pacific Corporation Common Stock
ETN 330 Eaton Corporation plc Ordinary Shares
BLK 950 BlackRock, Inc. Common Stock
SYK 360 Stryker Corporation Common Stock
PGR 252 The Progressive Corporation Common Stock
TJX 117 The TJX Companies, Inc. Common Stock
ELV 518 Elevance Health, Inc. Common Stock
BSX 84 Boston Scientific Corporation Common Stock
C 62 Citigroup Inc. Common Stock
MDT 90 Medtronic plc Ordinary Shares
CB 288 Chubb Limited Common Stock
SCHW 65 The Charles Schwab Corporation Common Stock
LMT 585 Lockheed Martin Corporation Common Stock
BA 152 The Boeing Company Common Stock
PLD 126 Prologis, Inc. Common Stock
BX 153 Blackstone Inc. Common Stock
DE 417 Deere & Company Common Stock
MMC 223 Marsh & McLennan Companies, Inc. Common Stock
BMY 52 Bristol-Myers Squibb Company Common Stock
AMT 232 American Tower Corporation Common Stock
SO 90 The Southern Company Common Stock
MO 51 Altria Group, Inc. Common Stock
UPS 136 United Parcel Service, Inc. Class B Common Stock
CI 346 The Cigna Group Common Stock
DUK 115 Duke Energy Corporation Common Stock
ICE 160 Intercontinental Exchange, Inc. Common Stock
SHW 381 The Sherwin-Williams Company Common Stock
ZTS 195 Zoetis Inc. Class A Common Stock
NKE 88 NIKE, Inc. Class B Common Stock
MCO 474 Moody's Corporation Common Stock
COP 105 ConocoPhillips Common Stock
EOG 123 EOG Resources, Inc. Common Stock
SLB 42 Schlumberger Limited Common Stock
FDX 273 FedEx Corporation Common Stock
GD 302 General Dynamics Corporation Common Stock
NOC 528 Northrop Grumman Corporation Common Stock
MMM 136 3M Company Common Stock
EMR 109 Emerson Electric Co. Common Stock
TGT 155 Target Corporation Common Stock
USB 45 U.S. Bancorp Common Stock
PNC 184 The PNC Financial Services Group, Inc. Common Stock
COF 149 Capital One Financial Corporation Common Stock
GM 45 General Motors Company Common Stock
F 10.50 Ford Motor Company Common Stock
FCX 50 Freeport-McMoRan Inc. Common Stock
NEM 53 Newmont Corporation Common Stock
DOW 54 Dow Inc. Common Stock
AIG 73 American International Group, Inc. Common Stock
MET 82 MetLife, Inc. Common Stock
ALL 189 The Allstate Corporation Common Stock
TRV 234 The Travelers Companies, Inc. Common Stock
AFL 111 Aflac Incorporated Common Stock
HCA 406 HCA Healthcare, Inc. Common Stock
CVS 62 CVS Health Corporation Common Stock
KR 57 The Kroger Co. Common Stock
DG 84 Dollar General Corporation Common Stock
YUM 139 Yum! Brands, Inc. Common Stock
CMG 57 Chipotle Mexican Grill, Inc. Common Stock
HLT 230 Hilton Worldwide Holdings Inc. Common Stock
CCL 18 Carnival Corporation Common Stock
RCL 177 Royal Caribbean Cruises Ltd. Common Stock
DAL 50 Delta Air Lines, Inc. Common Stock
LUV 29 Southwest Airlines Co. Common Stock
SQ 67 Block, Inc. Class A Common Stock
SNOW 114 Snowflake Inc. Class A Common Stock
SHOP 80 Shopify Inc. Class A Subordinate Voting Shares
SPOT 370 Spotify Technology S.A. Ordinary Shares
NET 81 Cloudflare, Inc. Class A Common Stock
SNAP 10 Snap Inc. Class A Common Stock
PINS 32 Pinterest, Inc. Class A Common Stock
RBLX 44 Roblox Corporation Class A Common Stock
GME 22 GameStop Corp. Class A Common Stock
AMC 4.50 AMC Entertainment Holdings, Inc. Class A Common Stock
BABA 105 Alibaba Group Holding Limited American Depositary Shares
TSM 180 Taiwan Semiconductor Manufacturing Company Limited American Depositary Shares
NVO 118 Novo Nordisk A/S American Depositary Shares
SAP 228 SAP SE American Depositary Shares
TM 178 Toyota Motor Corporation American Depositary Shares
SONY 96 Sony Group Corporation American Depositary Shares
SHEL 66 Shell plc American Depositary Shares
BP 31 BP p.l.c. American Depositary Shares
RIO 71 Rio Tinto Group American Depositary Shares
UL 65 Unilever PLC American Depositary Shares
NIO 6.50 NIO Inc. American Depositary Shares
`;
