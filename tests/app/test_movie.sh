# tenon run --movie and --frames: as many pictures as frames, at the right times, complete or not at all.
. "$SOURCE/tests/app/lib.sh"
cat >swing.tn <<'S'
world: up z; gravity 9.81; until 1; frames 10; end
object rod: rod 1 0.05; position 0.5 0 2; rotation 0 1 0 1.5; end
constraint pin: connect rod.end1 (0, 0, 2); end
S
small="--size 160x90 --quality draft --quiet"
# about FILE: width,height,rate,frames and the duration in s
about() {
    ffprobe -v error -count_frames -select_streams v:0 -of csv=p=0 \
        -show_entries stream=width,height,r_frame_rate,nb_read_frames "$1"
    ffprobe -v error -of csv=p=0 -show_entries format=duration "$1"
}
sums() { ffmpeg -v error -i "$1" -f framemd5 - </dev/null | grep -v '^#' | awk '{ print $NF }'; }

try 0 "$TENON" run swing.tn --movie m.mp4 --frames pictures --csv with.csv $small
silent
same "the movie" "$(about m.mp4 | tr '\n' ' ')" "160,90,10/1,11 1.100000 "
same "different frames of the movie" "$(sums m.mp4 | sort -u | wc -l | tr -d ' ')" 11
same "the pictures" "$(cd pictures && echo *)" "$(for i in 0 1 2 3 4 5 6 7 8 9 10; do printf 'frame-%05d.png ' $i; done | sed 's/ $//')"
same "different pictures" "$(cksum pictures/* | awk '{ print $1 }' | sort -u | wc -l | tr -d ' ')" 11
no_leftovers

# Drawing does not change the motion; a motion that is too long to be stored is simulated twice and looks the same.
try 0 "$TENON" run swing.tn --csv without.csv --quiet
cmp with.csv without.csv || fail "a movie changes the motion"
try 0 "$TENON" run swing.tn --frames twice --memory 0 --csv twice.csv $small
diff -r pictures twice || fail "frames of a second simulation differ"
cmp twice.csv without.csv || fail "a second simulation changes the rows"

# The frame rate is the scene's or the command's; sizes are made even; other containers; existing files are replaced.
try 0 "$TENON" run swing.tn --frames-per-second 25 --until 0.2 --movie m.mp4 --size 161x91 --quality draft --dark
printed "wrote m.mp4"
same "the movie" "$(about m.mp4 | head -n 1)" "162,92,25/1,6"
try 0 "$TENON" run swing.tn --until 0.2 --movie m.mkv $small
same "the movie" "$(about m.mkv | head -n 1)" "160,90,10/1,3"
cat >still.tn <<'S'
world: until 0.4; frames 5; end
object box: box 1 2 0.5; end
S
try 0 "$TENON" run still.tn --frames still --show none $small
same "different pictures of a thing at rest" "$(cksum still/* | awk '{ print $1 }' | sort -u | wc -l | tr -d ' ')" 1
try 0 "$TENON" run still.tn --frames round --show none --orbit 90 $small
same "different pictures on a way round it" "$(cksum round/* | awk '{ print $1 }' | sort -u | wc -l | tr -d ' ')" 3
# Pictures of an earlier run with higher numbers are reported.
try 0 "$TENON" run still.tn --until 0.1 --frames still $small
said "still/frame-00002.png is from an earlier run"

# Other kinds of movies, by the ending.
for kind in webm gif apng; do
    try 0 "$TENON" run swing.tn --until 0.2 --movie m.$kind $small
    same "frames of m.$kind" "$(about m.$kind | head -n 1 | cut -d, -f1,2,4)" "160,90,3"
done

# Slow and fast motion, in the whole and in parts; rows and records keep the frames of the scene.
paced() { # FRAMES OPTIONS...
    wanted=$1
    shift
    try 0 "$TENON" run swing.tn --movie paced.mp4 --csv paced.csv --record paced.tnr $small "$@"
    same "frames with $*" "$(about paced.mp4 | head -n 1)" "160,90,10/1,$wanted"
    cmp paced.csv without.csv || fail "$* changes the rows"
    try 0 "$TENON" replay paced.tnr --csv replayed.csv --movie replayed.mp4 --gltf replayed.glb $small "$@"
    cmp replayed.csv without.csv || fail "$* changes the record"
    same "replayed frames with $*" "$(about replayed.mp4 | head -n 1)" "160,90,10/1,$wanted"
}
paced 11
plain=$(sums paced.mp4)
same "frames of a replay" "$(sums replayed.mp4)" "$plain"
paced 41 --slow 4
paced 21 --slow 4@0.2:0.6 --fast 2@600ms:2
try 0 "$TENON" replay paced.tnr --movie again.mp4 --memory 0 $small
same "frames of a record that is read twice" "$(sums again.mp4)" "$plain"
for wrong in 0 0.5 x 4@ 4@1 4@1:1 4@2:1 1e9 nan 4@a:b ''; do
    try 2 "$TENON" run swing.tn --movie x.mp4 --slow "$wrong"
    said "--slow"
done
try 2 "$TENON" run swing.tn --slow 2
said "--slow and --fast are for --movie and --frames"

# A motion that cannot continue is shown up to that point.
cat >stuck.tn <<'S'
world: until 2; frames 10; integrator euler; step 0.1; tau 0.001; gravity 9.81; end
object bar: rod 1 0.05; position 0.1 0 0; end
constraint pin: connect bar.end1 (0, 0, 0); end
S
try 3 "$TENON" run stuck.tn --movie stuck.mp4 $small
[ -s stuck.mp4 ] || fail "no movie of what was reached"

# Refused before anything is computed.
refused() { # TEXT OPTIONS...
    text=$1
    shift
    try 2 timeout 1200 "$TENON" run swing.tn --until 1e9 "$@"
    said "$text"
}
refused 'cannot write missing/m.mp4' --movie missing/m.mp4
refused 'must end in .mp4, .mov, .mkv, .webm, .gif or .apng' --movie m.avi
refused 'cannot write swing.tn' --frames swing.tn
refused 'cannot write missing/dir' --frames missing/dir
refused 'at most 1000 frames per second' --movie x.mp4 --frames-per-second 2000
refused 'is out of range' --movie x.mp4 --size 20000x10
ln -s /dev/null device.mp4
refused 'a movie needs a plain file' --movie device.mp4
mkdir empty broken
try 2 timeout 1200 env PATH="$PWD/empty" "$TENON" run swing.tn --until 1e9 --movie x.mp4
said "ffmpeg, which was not found"
echo no library >broken/libEGL.so.1
try 2 timeout 1200 env LD_LIBRARY_PATH="$PWD/broken" "$TENON" run swing.tn --until 1e9 --movie x.mp4
said EGL
[ ! -e x.mp4 ] || fail "a refused movie was made"
no_leftovers

# Interrupted while drawing: the rows are kept, the movie is not made, the pictures so far are complete.
"$TENON" run swing.tn --until 300 --csv rows.csv --movie stop.mp4 --frames stop --size 320x180 --quiet 2>err &
pid=$!
await $pid has_files stop '*.png' 3
kill -TERM $pid
wait $pid
same "status of an interrupted movie" $? 3
ran="an interrupted movie"
said "no movie was made"
[ ! -e stop.mp4 ] || fail "an interrupted movie was written"
same "rows" "$(wc -l <rows.csv | tr -d ' ')" 3002
last=$(ls stop | tail -n 1)
ffmpeg -v error -i "stop/$last" -f null - </dev/null || fail "the last picture is not whole"
no_leftovers
# Interrupted while simulating.
"$TENON" run swing.tn --until 1e9 --movie stop.mp4 --quiet 2>err &
pid=$!
works_on $pid
kill -TERM $pid
wait $pid
same "status of an interrupted run" $? 3
[ ! -e stop.mp4 ] || fail "an interrupted run left a movie"
no_leftovers
# Interrupted in the middle of a frame that would take years: one signal is enough, and what was written is whole.
mkdir ended
"$TENON" run swing.tn --until 1e9 --frames-per-second 1e-8 --csv ended/rows.csv --record ended/run.tnr --movie ended/m.mp4 --quiet 2>err &
pid=$!
await $pid has_files ended 'run.tnr.part' 1
works_on $pid
kill -TERM $pid
wait $pid
same "status of a run interrupted in a frame" $? 3
same "what is left" "$(ls -A ended | tr '\n' ' ')" "rows.csv run.tnr "
# The same while drawing.
mkdir ended/frames
"$TENON" run swing.tn --until 300 --movie ended/m.mp4 --frames ended/frames --size 1600x900 --quiet 2>err &
pid=$!
await $pid has_files ended/frames '*.png' 3
kill -TERM $pid
kill -TERM $pid
wait $pid
clean_soon # ffmpeg ends a moment later
[ ! -e ended/m.mp4 ] || fail "a movie was made that nobody waited for"
# Killed: nothing under the final name, and the old movie stays.
echo before >kill.mp4
"$TENON" run swing.tn --until 300 --movie kill.mp4 --frames kill --size 320x180 --quiet &
pid=$!
await $pid has_files kill '*.png' 3
kill -KILL $pid
wait $pid 2>/dev/null
same "the movie from before" "$(cat kill.mp4)" before
finish
