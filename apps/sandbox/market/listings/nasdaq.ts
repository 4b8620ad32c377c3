/** Symbol, price in dollars, name. */
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
GILD 84 Gilead Sciences, Inc. Common Stock
LRCX 75 Lam Research Corporation Common Stock
MU 105 Micron Technology, Inc. Common Stock
ADI 225 Analog Devices, Inc. Common Stock
REGN 1000 Regeneron Pharmaceuticals, Inc. Common Stock
MDLZ 72 Mondelez International, Inc. Class A Common Stock
KLAC 720 KLA Corporation Common Stock
SNPS 510 Synopsys, Inc. Common Stock
CDNS 270 Cadence Design Systems, Inc. Common Stock
PYPL 78 PayPal Holdings, Inc. Common Stock
MAR 250 Marriott International Class A Common Stock
CRWD 295 CrowdStrike Holdings, Inc. Class A Common Stock
ORLY 1150 O'Reilly Automotive, Inc. Common Stock
CTAS 205 Cintas Corporation Common Stock
CSX 34 CSX Corporation Common Stock
ABNB 130 Airbnb, Inc. Class A Common Stock
FTNT 78 Fortinet, Inc. Common Stock
ADSK 275 Autodesk, Inc. Common Stock
MNST 52 Monster Beverage Corporation Common Stock
PCAR 100 PACCAR Inc. Common Stock
ROP 550 Roper Technologies, Inc. Common Stock
NXPI 235 NXP Semiconductors N.V. Common Stock
PAYX 138 Paychex, Inc. Common Stock
CPRT 52 Copart, Inc. Common Stock
ROST 150 Ross Stores, Inc. Common Stock
MRVL 72 Marvell Technology, Inc. Common Stock
KDP 37 Keurig Dr Pepper Inc. Common Stock
FAST 71 Fastenal Company Common Stock
ODFL 195 Old Dominion Freight Line, Inc. Common Stock
EA 143 Electronic Arts Inc. Common Stock
KHC 35 The Kraft Heinz Company Common Stock
GEHC 93 GE HealthCare Technologies Inc. Common Stock
VRSK 265 Verisk Analytics, Inc. Common Stock
EXC 40 Exelon Corporation Common Stock
CTSH 77 Cognizant Technology Solutions Corporation Class A Common Stock
IDXX 500 IDEXX Laboratories, Inc. Common Stock
XEL 64 Xcel Energy Inc. Common Stock
DDOG 115 Datadog, Inc. Class A Common Stock
TEAM 160 Atlassian Corporation Class A Common Stock
ZS 170 Zscaler, Inc. Common Stock
WDAY 245 Workday, Inc. Class A Common Stock
TTD 108 The Trade Desk, Inc. Class A Common Stock
DXCM 68 DexCom, Inc. Common Stock
BIIB 192 Biogen Inc. Common Stock
MRNA 66 Moderna, Inc. Common Stock
ILMN 130 Illumina, Inc. Common Stock
MDB 270 MongoDB, Inc. Class A Common Stock
WBD 8 Warner Bros. Discovery, Inc. Series A Common Stock
DLTR 70 Dollar Tree, Inc. Common Stock
ANSS 318 ANSYS, Inc. Common Stock
CDW 222 CDW Corporation Common Stock
ON 72 ON Semiconductor Corporation Common Stock
GFS 40 GlobalFoundries Inc. Ordinary Shares
LULU 270 Lululemon Athletica Inc. Common Stock
CHTR 325 Charter Communications, Inc. Class A Common Stock
MELI 2050 MercadoLibre, Inc. Common Stock
ASML 830 ASML Holding N.V. New York Registry Shares
ARM 140 Arm Holdings plc American Depositary Shares
PDD 130 PDD Holdings Inc. American Depositary Shares
AZN 77 AstraZeneca PLC American Depositary Shares
LIN 475 Linde plc Ordinary Share
SMCI 42 Super Micro Computer, Inc. Common Stock
COIN 170 Coinbase Global, Inc. Class A Common Stock
HOOD 24 Robinhood Markets, Inc. Class A Common Stock
SOFI 8 SoFi Technologies, Inc. Common Stock
PLTR 38 Palantir Technologies Inc. Class A Common Stock
ROKU 75 Roku, Inc. Class A Common Stock
DKNG 38 DraftKings Inc. Class A Common Stock
OKTA 74 Okta, Inc. Class A Common Stock
ZM 68 Zoom Communications, Inc. Class A Common Stock
DOCU 61 DocuSign, Inc. Common Stock
RIVN 11 Rivian Automotive, Inc. Class A Common Stock
LCID 3 Lucid Group, Inc. Common Stock
MARA 16 MARA Holdings, Inc. Common Stock
EBAY 65 eBay Inc. Common Stock
UAL 58 United Airlines Holdings, Inc. Common Stock
JBLU 7 JetBlue Airways Corporation Common Stock
EXPE 148 Expedia Group, Inc. Common Stock
ULTA 380 Ulta Beauty, Inc. Common Stock
NDAQ 73 Nasdaq, Inc. Common Stock
CME 222 CME Group Inc. Class A Common Stock
FITB 43 Fifth Third Bancorp Common Stock
HBAN 15 Huntington Bancshares Incorporated Common Stock
STLD 125 Steel Dynamics, Inc. Common Stock
SWKS 98 Skyworks Solutions, Inc. Common Stock
QQQ 480 Invesco QQQ Trust, Series 1
TLT 97 iShares 20+ Year Treasury Bond ETF
BND 74 Vanguard Total Bond Market ETF
VXUS 63 Vanguard Total International Stock ETF
`;
