/** Symbol, price in dollars, name. */
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
VO 263 Vanguard Mid-Cap ETF
VB 235 Vanguard Small-Cap ETF
IJH 62 iShares Core S&P Mid-Cap ETF
IJR 116 iShares Core S&P Small-Cap ETF
IWF 370 iShares Russell 1000 Growth ETF
IWD 190 iShares Russell 1000 Value ETF
IEFA 77 iShares Core MSCI EAFE ETF
IEMG 56 iShares Core MSCI Emerging Markets ETF
AGG 101 iShares Core U.S. Aggregate Bond ETF
LQD 112 iShares iBoxx Investment Grade Corporate Bond ETF
HYG 80 iShares iBoxx High Yield Corporate Bond ETF
TIP 110 iShares TIPS Bond ETF
SHY 83 iShares 1-3 Year Treasury Bond ETF
MUB 108 iShares National Muni Bond ETF
GLD 240 SPDR Gold Shares
SLV 28 iShares Silver Trust
GDX 40 VanEck Gold Miners ETF
USO 72 United States Oil Fund
XLK 225 Technology Select Sector SPDR Fund
XLF 45 Financial Select Sector SPDR Fund
XLE 88 Energy Select Sector SPDR Fund
XLV 154 Health Care Select Sector SPDR Fund
XLI 135 Industrial Select Sector SPDR Fund
XLY 200 Consumer Discretionary Select Sector SPDR Fund
XLP 83 Consumer Staples Select Sector SPDR Fund
XLU 80 Utilities Select Sector SPDR Fund
XLB 96 Materials Select Sector SPDR Fund
XLRE 44 Real Estate Select Sector SPDR Fund
XLC 90 Communication Services Select Sector SPDR Fund
SCHD 84 Schwab U.S. Dividend Equity ETF
SCHB 66 Schwab U.S. Broad Market ETF
SCHX 67 Schwab U.S. Large-Cap ETF
SCHF 41 Schwab International Equity ETF
ARKK 47 ARK Innovation ETF
MTUM 202 iShares MSCI USA Momentum Factor ETF
QUAL 179 iShares MSCI USA Quality Factor ETF
RSP 178 Invesco S&P 500 Equal Weight ETF
JEPI 59 JPMorgan Equity Premium Income ETF
IBIT 36 iShares Bitcoin Trust ETF
SMH 245 VanEck Semiconductor ETF
ITOT 125 iShares Core S&P Total U.S. Stock Market ETF
BIL 91 SPDR Bloomberg 1-3 Month T-Bill ETF
SGOV 100 iShares 0-3 Month Treasury Bond ETF
`;
