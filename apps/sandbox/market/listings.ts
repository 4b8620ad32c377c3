/** Lines of symbol, price in dollars, and name. */
export const NASDAQ = `
GOOGL 165 Alphabet Inc. Class A Common Stock
META 560 Meta Platforms, Inc. Class A Common Stock
AVGO 170 Broadcom Inc. Common Stock
COST 900 Costco Wholesale Corporation Common Stock
NFLX 700 Netflix, Inc. Common Stock
AMD 150 Advanced Micro Devices, Inc. Common Stock
PEP 170 PepsiCo, Inc. Common Stock
`;

export const NYSE = `
BRK.B 455 Berkshire Hathaway Inc. Class B Common Stock
JPM 210 JPMorgan Chase & Co. Common Stock
V 275 Visa Inc. Class A Common Stock
LLY 890 Eli Lilly and Company Common Stock
XOM 118 Exxon Mobil Corporation Common Stock
JNJ 162 Johnson & Johnson Common Stock
WMT 80 Walmart Inc. Common Stock
KO 71 The Coca-Cola Company Common Stock
DIS 95 The Walt Disney Company Common Stock
`;

export const FUNDS = `
VOO 520 Vanguard S&P 500 ETF
IVV 570 iShares Core S&P 500 ETF
IWM 220 iShares Russell 2000 ETF
VUG 380 Vanguard Growth ETF
VNQ 97 Vanguard Real Estate ETF
`;
