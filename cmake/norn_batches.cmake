# Batches: several files compiled as one, because most of the time of a small file goes into the
# headers and templates that its neighbours need as well.

# norn_batches(RESULT LABEL FILE...): what to compile instead of FILE...
#
# The files of a batch are in one folder of src/ (one folder of src/apps/), subfolders included,
# because most subfolders are too small to fill a batch. Which batch a file is in follows from its
# name, so that a new file changes one batch and the compiler cache keeps the others; only a folder
# that doubles in size is divided anew. Names in anonymous namespaces have to differ within a
# folder. Each file still includes what it uses: tools/clang_tidy.py compiles every source alone.
function(norn_batches result label)
  foreach(file ${ARGN})
    # As it is included: without src/, tests/ or bench/.
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
    string(REGEX REPLACE "^(src|tests|bench)/" "" file ${file})
    string(REGEX MATCH "^(apps/[^/]+|[^/]+)/" folder ${file})
    set(folder ${CMAKE_MATCH_1})
    list(APPEND folders ${folder})
    list(APPEND files_of_${folder} ${file})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(batches "")
  foreach(folder ${folders})
    norn_batches_of_folder(made ${label} ${folder} ${files_of_${folder}})
    list(APPEND batches ${made})
  endforeach()
  set(${result} ${batches} PARENT_SCOPE)
endfunction()

# On average a batch has between half as many files and this many. With more, a changed file takes
# too long to compile; with fewer, all of them do.
set(norn_batch_files 16)

function(norn_batches_of_folder result label folder)
  list(LENGTH ARGN length)
  set(count 1)
  while(length GREATER norn_batch_files)
    math(EXPR count "${count} * 2")
    math(EXPR length "${length} / 2")
  endwhile()
  foreach(file ${ARGN})
    cmake_path(GET file FILENAME name)
    string(MD5 hash ${name})
    string(SUBSTRING ${hash} 0 6 hash)
    math(EXPR number "0x${hash} % ${count}")
    string(APPEND text_${number} "#include \"${file}\"\n")
  endforeach()
  set(batches "")
  math(EXPR last "${count} - 1")
  foreach(number RANGE ${last})
    if(text_${number})
      set(batch ${CMAKE_BINARY_DIR}/batches/${label}/${folder}/${number}.cc)
      file(CONFIGURE OUTPUT ${batch} CONTENT "${text_${number}}" @ONLY)
      list(APPEND batches ${batch})
    endif()
  endforeach()
  set(${result} ${batches} PARENT_SCOPE)
endfunction()
