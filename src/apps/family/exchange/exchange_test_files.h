#pragma once

#include <string_view>

// GEDCOM files for tests. Each has records in the order of their xrefs.
namespace norn::family {

// Everything that Norn models, and much that it does not.
inline constexpr std::string_view kFile551 = R"(0 HEAD
1 SOUR Elsewhere
2 VERS 3.1
1 GEDC
2 VERS 5.5.1
2 FORM LINEAGE-LINKED
1 CHAR UTF-8
1 LANG English
1 SUBM @U1@
1 _PRIVATE yes
0 @I1@ INDI
1 NAME Dr. John William /Smith/ Jr.
2 TYPE birth
2 NPFX Dr.
2 GIVN John William
2 NICK Jack
2 SURN Smith
2 NSFX Jr.
2 SOUR @S1@
3 PAGE 12
1 SEX M
1 BIRT
2 DATE 5 MAR 1850
2 PLAC London, England
3 MAP
4 LATI N51.5
4 LONG W0.1
2 SOUR @S1@
3 PAGE 14
3 QUAY 2
1 BIRT
2 DATE ABT 1851
1 DEAT
2 DATE BEF 1920
2 PLAC Paris
2 CAUS Old age
1 BAPM
2 DATE 12 APR 1850
2 PLAC St. Mary
2 SOUR @S1@
3 PAGE 77
3 DATA
4 TEXT John, son of Adam
3 QUAY 3
1 OCCU Carpenter
2 DATE FROM 1870 TO 1890
2 NOTE At the docks
1 OCCU Innkeeper
2 AGE 60y
1 RESI
2 DATE 1881
2 PLAC Leeds
2 ADDR 1 High Street
1 EVEN
2 TYPE Sailed around the world
2 DATE @#DJULIAN@ 1700
1 FACT 180 cm
2 TYPE Height
1 BURI Y
1 NOTE A first note
2 CONT of two lines
1 NOTE @N1@
1 FAMS @F1@
1 _UID 0123456789
1 OBJE @M1@
1 CHAN
2 DATE 1 JAN 2020
3 TIME 10:00
0 @I2@ INDI
1 NAME Mary /Miller/
1 NAME Mary /Smith/
2 TYPE married
1 SEX F
1 BIRT
2 DATE (stillborn twin)
1 DEAT Y
1 FAMS @F1@
1 FAMS @F2@
2 NOTE Only for a year
0 @I3@ INDI
1 NAME /Mao/ Zedong
1 SEX X
1 BIRT
2 DATE BET 1875 AND 1880
1 FAMC @F1@
2 PEDI birth
1 FAMS @F4@
0 @I4@ INDI
1 NAME Ann /Smith/
1 SEX F
1 BIRT
2 DATE abt. 1882
1 ADOP
2 DATE 3 MAY 1890
2 FAMC @F1@
3 ADOP BOTH
1 FAMC @F1@
2 PEDI adopted
1 FAMC @F3@
0 @I5@ INDI
1 NAME Tom
1 SEX U
1 FAMC @F2@
2 PEDI foster
2 NOTE For two years
1 FAMC @F4@
0 @I6@ INDI
1 NAME Otto /van der Berg/
2 SPFX van der
2 SURN Berg
1 FAMC @F3@
1 FAMS @F2@
0 @F1@ FAM
1 HUSB @I1@
1 WIFE @I2@
1 CHIL @I3@
1 CHIL @I4@
1 MARR
2 DATE 1 JUN 1874
2 PLAC Leeds
2 TYPE Religious
1 DIV
2 DATE AFT 1900
1 ENGA
2 DATE 1873
1 NOTE They met at sea
0 @F2@ FAM
1 HUSB @I6@
1 WIFE @I2@
1 CHIL @I5@
0 @F3@ FAM
1 CHIL @I4@
1 CHIL @I6@
1 NOTE Parents not known
0 @F4@ FAM
1 WIFE @I3@
1 CHIL @I5@
1 EVEN
2 TYPE Lived together
0 @S1@ SOUR
1 TITL Parish register of
2 CONC  Leeds
1 AUTH The parish
1 PUBL 1850
1 NOTE Damaged by water
1 ABBR PRL
1 REPO @R1@
2 CALN 13-B
0 @N1@ NOTE A note that is shared
1 CONT by several
0 @R1@ REPO
1 NAME Archive
0 @M1@ OBJE
1 FILE photo.jpg
2 FORM jpeg
0 @U1@ SUBM
1 NAME Somebody
0 TRLR
)";

inline constexpr std::string_view kFile70 = R"(0 HEAD
1 GEDC
2 VERS 7.0
1 SCHMA
2 TAG _SKYPEID http://xmlns.com/foaf/0.1/skypeID
1 NOTE About the file
0 @I1@ INDI
1 NAME Eva /Berg/
2 GIVN Eva
2 SURN Berg
1 SEX F
1 BIRT
2 DATE JULIAN 3 MAR 1700
3 PHRASE on a Sunday
1 RELI Lutheran
1 CENS
2 DATE 1720
2 SNOTE @N1@
1 SNOTE @N1@
1 NOTE Hers alone
2 LANG de
1 FAMS @F1@
1 _SKYPEID eva
0 @I2@ INDI
1 NAME Kai /Berg/
2 GIVN Kai
2 SURN Berg
1 FAMC @F1@
2 PEDI OTHER
3 PHRASE step
1 ASSO @VOID@
2 PHRASE Mr Stockdale
2 ROLE FRIEND
0 @F1@ FAM
1 WIFE @I1@
2 PHRASE Mother
1 HUSB @VOID@
1 CHIL @I2@
2 PHRASE First
1 MARR Y
0 @N1@ SNOTE Shared
0 TRLR
)";

}  // namespace norn::family
