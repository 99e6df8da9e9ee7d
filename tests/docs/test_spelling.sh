# No page, header or help text has a common misspelling or the same word twice in a row.
. "$SOURCE/tests/app/lib.sh"

# Letters that people swap, drop and double most often.
wrong='accomod|accross|acheiv|acknowlege|adress|agression|alot|alwasy|apparant|appearence|aquir|arbitary|arguement|assymetr|asymetr|auxilary|availib|avaliable|basicly|becasue|beggin|begining|beleiv|bouyan|calender|catagor|cauculat|collison|colum[^bn]|comand|comming|commited|comparision|compatab|completly|complient|concious|condtion|consistant|constaint|contian|contraint|controled|convienen|coordiante|critera|decendant|definately|definiton|dependan[ct]|desciption|diferen|dimention|disapear|discontinous|dissapear|efficen|elasticty|embarass|enviroment|equilibrum|exagerat|excecut|existan|existant|exmaple|explaination|finaly|flexable|folowing|foward|freind|frequen[^ct]|funtion|futher|garantee|guage|guarente|happend|harmonc|heigth|hierach|immediat[^e]|incompressable|independan|inital[^l]|intergrat|interupt|intial|irrelevent|itnerat|knowlege|langauge|lenght|libary|lenear|maintainance|mathmatic|mechansim|minumum|neccessar|necesar|negativ[^ei]|noticable|occassion|occured|occurence|occuring|oppos[^aei]|orginal|oscilat|outter|paralel|paramter|parrallel|particuler|pendulem|penality|performace|persistan|posess|positon|prefered|prefering|presure|priviledge|proccess|propogat|psuedo|quaternon|recieve|recomend|redundent|refered|refering|relevent|repeatation|reponse|resistence|restituton|resul[^t]|retreive|rythm|sceen|seperat|sequentialy|similiar|simulaton|singularit[^iy]|speficy|stablil|stiffnes[^s]|succesful|succes[^s]|supress|symetr|teh|tendancy|threshhold|tolerence|trajectry|transfered|truely|underly[^i]|unecessar|untill|upto|usefull|varable|velocty|verticies|visable|wether|wheter|whith|wich|writen|writting'

# text FILE: what people read: pages without code and names in backquotes; comments and help texts as they are.
text() {
    case $1 in
    *.md) awk '/^```/ { code = !code; print ""; next } code || /^    / { print ""; next } { gsub(/`[^`]*`/, "x"); print }' "$1" ;;
    *) cat "$1" ;;
    esac
}

# misspelt FILE: the wrong words with their lines.
misspelt() { text "$1" | grep -noiE "\\b($wrong)[a-z]*" | sed "s|^|$1:|"; }

# twice FILE: a word and the same again, also over the end of a line.
twice() {
    text "$1" | awk -v file="$1" '
        NF == 0 || /^[ \t]*[|]/ { last = ""; next }
        { for (i = 1; i <= NF; i++) {
            word = tolower($i)
            if (word == last && word ~ /^[a-z]+$/ && word !~ /^(that|had|x|y|z|very|[a-z])$/ && !(i > 1 && $(i-1) ~ /^(\/\*|\*)$/))
                print file ":" NR ": " $i " " $i
            last = word } }'
}

cd "$SOURCE" || exit 1
files=$(ls ./*.md docs/*.md examples/*.md include/tenon/*.h app/*.c app/*.h examples/*/*.tn | grep -v '^docs/reference.md$')
for file in $files; do misspelt "$file"; done >"$OLDPWD/found"
for file in $(ls ./*.md docs/*.md | grep -v reference.md); do twice "$file"; done >>"$OLDPWD/found"
cd "$OLDPWD" || exit 1
while IFS= read -r line; do fail "$line"; done <found

# The check finds what it looks for: words with a swap, a loss or a double letter, in text and not in code.
cat >page.md <<'PAGE'
The lenght of the the rod is seperate from its
its tolerence, and the begining too. Nothing is wrong with a `lenght` in code:

    lenght recieve
PAGE
same "misspelt words of a page" "$(misspelt page.md | sed 's/.*://' | tr '\n' ' ')" "lenght seperate tolerence begining "
same "words twice on a page" "$(twice page.md | sed 's/.*: //' | tr '\n' ' ')" "the the its its "
finish
