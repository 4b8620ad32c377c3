/** Lines of symbol, price in dollars, and name. */
export const NASDAQ = `
GOOGL 165 Alphabet Inc. Class A Common Stock
GOOG 166 Alphabet Inc. Class C Capital Stock
META 560 Meta Platforms, Inc. Class A Common Stock
AVGO 170 Broadcom Inc. Common Stock
COST 900 Costco Wholesale Corporation Common Stock
NFLX 700 Netflix, Inc. Common Stock
ADBE 500 Adobe Inc. Common Stock
AMD 150 Advanced Micro Devices, Inc. Common Stock
PEP 170 PepsiCo, Inc. Common Stock
CSCO 53 Cisco Systems, Inc. Common Stock
TMUS 215 T-Mobile US, Inc. Common Stock
INTC 23 Intel Corporation Common Stock
QCOM 165 QUALCOMM Incorporated Common Stock
TXN 200 Texas Instruments Incorporated Common Stock
INTU 620 Intuit Inc. Common Stock
AMGN 320 Amgen Inc. Common Stock
ISRG 480 Intuitive Surgical, Inc. Common Stock
CMCSA 41 Comcast Corporation Class A Common Stock
AMAT 195 Applied Materials, Inc. Common Stock
HON 205 Honeywell International Inc. Common Stock
BKNG 4200 Booking Holdings Inc. Common Stock
VRTX 470 Vertex Pharmaceuticals Incorporated Common Stock
SBUX 95 Starbucks Corporation Common Stock
PANW 340 Palo Alto Networks, Inc. Common Stock
ADP 285 Automatic Data Processing, Inc. Common Stock
`;

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
`;

export const FUNDS = `
VOO 520 Vanguard S&P 500 ETF
IVV 570 iShares Core S&P 500 ETF
IWM 220 iShares Russell 2000 ETF
DIA 420 SPDR Dow Jones Industrial Average ETF Trust
EFA 83 iShares MSCI EAFE ETF
EEM 45 iShares MSCI Emerging Markets ETF
VEA 52 Vanguard FTSE Developed Markets ETF
VWO 48 Vanguard FTSE Emerging Markets ETF
VT 119 Vanguard Total World Stock ETF
VUG 380 Vanguard Growth ETF
VTV 174 Vanguard Value ETF
VIG 197 Vanguard Dividend Appreciation ETF
VYM 128 Vanguard High Dividend Yield ETF
VNQ 97 Vanguard Real Estate ETF
VGT 580 Vanguard Information Technology ETF
`;
